/**
 * Loads the page's script once the page is usable, or after two seconds if the browser is never idle. Loads nothing if
 * the browser asks to save data. This script is constant, so a hash in the Content-Security-Policy allows it.
 * <Scripts/> can't wait and can't leave out the script with Save-Data (checked with 2.17.5).
 */
export const bootScript = `(c=>{c&&(c.saveData||/2g/.test(c.effectiveType))?document.documentElement.removeAttribute("data-script"):
addEventListener("load",()=>(window.requestIdleCallback||setTimeout)(()=>
import(JSON.parse(document.getElementById("hydration").textContent).entry),{timeout:2e3}))})(navigator.connection)`;
