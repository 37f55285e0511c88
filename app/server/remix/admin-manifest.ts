/** The URL or file of the manifest that also has the admins' routes. */
export const adminManifestOf = (manifest: string) => manifest.replace(/\.js$/, ".admin.js");

/** Routes that are only in that manifest. Members' pages need them only to show a refusal. */
export const ofAdmins = /^routes\/(admin|dev)\//;
