#!/bin/sh
set -e
# Makes every picture, in order (designs embed stills). It takes minutes on an idle core. The lettering needs the
# package's fonts in ~/.fonts while it runs (instances of Archivo and Bricolage Grotesque, Courier Prime, Caveat,
# DM Serif Display, JetBrains Mono; npm @fontsource/…, all SIL OFL).
cd "$(dirname "$0")"
node make.mjs stills-a riverDawn canyon dunes blueLake greenHills
node hero.mjs
node make.mjs stills-b pineFog concert bridge delta tent
SS=2 node make.mjs stills-c
S=320 SS=2 node portraits.mjs
SS=2 node make.mjs designs
