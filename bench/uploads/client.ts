import { sendForm, sendResumable } from "./sending.ts";

/** Several uploads at once, from a process of its own, one for each session cookie; prints status and ms as JSON. */
const [origin = "", how = "form", bytes = "0", ...cookies] = process.argv.slice(2);
const send = how === "form" ? sendForm : sendResumable;
console.log(JSON.stringify(await Promise.all(cookies.map((cookie) => send(origin, cookie, Number(bytes))))));
