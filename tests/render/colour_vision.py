"""How people see colours: lightness, differences, and vision that lacks one kind of cone.

The simulation is that of Machado, Oliveira and Fernandes (2009) at full severity, applied to linear light.
"""

import math
from typing import TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

VISION_TYPES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

_TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)


def _times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def lab(colour: Rgb, vision: str = "usual") -> tuple[float, float, float]:
    """Return CIE L*a*b* of a colour as it is seen."""
    seen = tuple(max(0.0, min(1.0, value)) for value in _times(VISION_TYPES[vision], tuple(map(_linear, colour))))
    x, y, z = (value / white for value, white in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    fx, fy, fz = (math.cbrt(v) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def lightness(colour: Rgb, vision: str = "usual") -> float:
    """Return L*, from 0 (black) to 100 (white): what is left of a colour in greyscale."""
    return lab(colour, vision)[0]


def difference(one: Rgb, other: Rgb, vision: str = "usual") -> float:
    """Return the distance of two colours in L*a*b*; about 2 is just noticeable side by side."""
    return math.dist(lab(one, vision), lab(other, vision))


def ciede2000(one: Rgb, other: Rgb, vision: str = "usual") -> float:
    """Return the colour difference CIEDE2000 (Sharma, Wu and Dalal, 2005)."""
    (light1, a1, b1), (light2, a2, b2) = lab(one, vision), lab(other, vision)
    seventh = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    grow = 1.5 - 0.5 * math.sqrt(seventh / (seventh + 25**7))
    chroma1, chroma2 = math.hypot(grow * a1, b1), math.hypot(grow * a2, b2)
    hue1, hue2 = (math.degrees(math.atan2(b, grow * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 and chroma2 else 0.0
    hue = hue1 + turn / 2 if chroma1 and chroma2 else hue1 + hue2
    light, chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    cosines = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    weight = 1 + sum(part * math.cos(math.radians(times * hue + by)) for part, times, by in cosines)
    by_light = (light2 - light1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(chroma1 * chroma2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    angle = math.radians(60 * math.exp(-(((hue % 360 - 275) / 25) ** 2)))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(angle)
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours by WCAG, from 1 to 21; letters should have 4.5, shapes 3."""
    light, dark = sorted((_times(_TO_XYZ, tuple(map(_linear, colour)))[1] for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
