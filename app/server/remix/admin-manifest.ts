/** URL or file of the manifest that also has the admins' routes. */
export const adminManifestOf = (manifest: string) => manifest.replace(/\.js$/, ".admin.js");

/** Routes in that manifest only. Members' pages need them only to show a refusal. */
export const ofAdmins = /^routes\/(admin|dev)\//;
