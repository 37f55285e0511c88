-- notifications: whom a mail is about while it waits for a digest, which leaves out who is hidden by then. No foreign key,
-- since few wait and forgetInMails clears it.
ALTER TABLE "outbox_mails" ADD COLUMN "about_id" UUID;
