# A small image of the bot: no compiler, no sandbox, no root. The games are in the volume /data.
FROM python:3.12-slim AS packages
COPY requirements.txt requirements-fonts.txt requirements-postgresql.txt /
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --disable-pip-version-check \
    -r /requirements.txt -r /requirements-fonts.txt -r /requirements-postgresql.txt

FROM python:3.12-slim
# Pillow needs FriBiDi for names in Arabic, Hebrew, Devanagari and Thai.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin carcassonne \
    && install -d -o carcassonne -g carcassonne /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY bot.py LICENSE ./
COPY connection.py ./
COPY environment.py ./
COPY compiled compiled
COPY carcassonne carcassonne
COPY players players
COPY tournaments tournaments
COPY workers workers
COPY render render
COPY host host
COPY screens screens
COPY web web
COPY cogs cogs
COPY first_contact first_contact
COPY sandbox sandbox
RUN /venv/bin/python -m compileall -q /app
USER 10001
VOLUME /data
ENV DATABASE_URL=sqlite:////data/carcassonne.db \
    XDG_CACHE_HOME=/data/cache \
    METRICS_PORT=9108 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["/venv/bin/python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['METRICS_PORT']}/healthz\")"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/venv/bin/python", "/app/bot.py"]
