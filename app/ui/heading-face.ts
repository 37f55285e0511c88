/** The characters in the font. `app/styles/fonts/subset.py` lists the same ones. */
// cspell:ignoreRegExp /^const drawn.*$/m
const drawn = /^[\w .,:;!?&%$/()+\-#×'’“”–—·…ÁÉÍÓÖÜÑÇÅØáàâäãåæçéèêëíîïñóòôöõøúùûüýß]*$/;

/**
 * The class for a heading that people wrote. If the heading typeface lacks one of its characters, the whole heading
 * uses the text typeface, so that they don't mix.
 */
export function headingFace(text: string): "plain-face" | undefined {
  return drawn.test(text) ? undefined : "plain-face";
}
