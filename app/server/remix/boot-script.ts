/**
 * Loads the page's script once the page is usable, or after two seconds if the browser is never idle. Loads nothing if
 * the browser asks to save data. This script is constant, so a hash in the Content-Security-Policy allows it.
 * <Scripts/> can't wait and can't leave out the script with Save-Data (checked with 2.17.5).
 */
export const bootScript = `(()=>{var c=navigator.connection;if(c&&(c.saveData||/2g/.test(c.effectiveType)))
return document.documentElement.removeAttribute("data-script");
var go=()=>import(JSON.parse(document.getElementById("hydration").textContent).entry);
var idle=()=>(window.requestIdleCallback||setTimeout)(go,{timeout:2e3});
document.readyState==="complete"?idle():addEventListener("load",idle)})()`;
