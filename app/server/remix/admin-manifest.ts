/** Address or file of the manifest that has the admins' routes as well, beside the other. */
export const adminManifestOf = (manifest: string) => manifest.replace(/\.js$/, ".admin.js");

/** Routes in that one alone: members' pages need not list them, unless they show one's refusal. */
export const ofAdmins = /^routes\/(admin|dev)\//;
