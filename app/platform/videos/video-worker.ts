/**
 * The source of the thread that reads a video's headers. Text, because the build makes one file of the server. Asks the
 * main thread for bytes: { read: [first, last] } is answered by { chunk } parts and an { end }.
 */
export const videoWorker = `
const { parentPort, workerData } = require("node:worker_threads");
const { CustomSource, Input, MP4, QTFF, WEBM } = require("node:module").createRequire(workerData.from)("mediabunny");
(async () => {
  let reading = Promise.resolve();
  const read = (start, end) => {
    const bytes = new Promise((done) => reading.then(() => {
      const parts = [];
      const receive = (message) => {
        if (message) return parts.push(message);
        parentPort.off("message", receive);
        done(new Uint8Array(Buffer.concat(parts)));
      };
      parentPort.on("message", receive);
      parentPort.postMessage({ read: [start, end - 1] });
    }));
    reading = bytes;
    return bytes;
  };
  const source = new CustomSource({
    getSize: () => workerData.bytes, read, maxCacheSize: 4 * 2 ** 20, prefetchProfile: "fileSystem",
  });
  const input = new Input({ source, formats: [MP4, QTFF, WEBM] });
  const track = await input.getPrimaryVideoTrack();
  const facts = track && {
    width: Math.round(await track.getDisplayWidth()),
    height: Math.round(await track.getDisplayHeight()),
    milliseconds: Math.round(1000 * (await input.getDurationFromMetadata([track]) || await input.computeDuration([track]))),
  };
  parentPort.postMessage({ facts });
})().catch(() => parentPort.postMessage({ facts: null }));
`;
