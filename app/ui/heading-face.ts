/** The letters in `app/styles/fonts/subset.py`. */
// cspell:ignoreRegExp /^const drawn.*$/m
const drawn = /^[\w .,:;!?&%$/()+\-#×'’“”–—·…ÁÉÍÓÖÜÑÇÅØáàâäãåæçéèêëíîïñóòôöõøúùûüýß]*$/;

/**
 * The class of a heading that contains people's words. Names with other letters are set in the text typeface as a
 * whole.
 */
export function headingFace(text: string): "plain-face" | undefined {
  return drawn.test(text) ? undefined : "plain-face";
}
