import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

/** The VP8 key frame inside a lossy WebP (RFC 9649: chunks with a four-letter name, a length and their bytes). */
function keyFrameOf(webp: Uint8Array): Uint8Array {
  const bytes = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (bytes.toString("latin1", at, at + 4) === "VP8 ") return bytes.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  throw new Error("not a lossy WebP");
}

/**
 * Makes a real video without an encoder. Each frame is a lossy WebP of the same size, shown for a fraction of a second.
 */
export async function makeVideo(
  frames: readonly Uint8Array[],
  {
    width,
    height,
    framesPerSecond,
    format = "webm",
  }: {
    width: number;
    height: number;
    framesPerSecond: number;
    format?: "webm" | "mp4";
  },
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({
    format: format === "webm" ? new WebMOutputFormat() : new Mp4OutputFormat(),
    target,
  });
  const source = new EncodedVideoPacketSource("vp8");
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  const decoderConfig = { codec: "vp8", codedWidth: width, codedHeight: height };
  for (const [position, frame] of frames.entries()) {
    const packet = new EncodedPacket(
      keyFrameOf(frame),
      "key",
      position / framesPerSecond,
      1 / framesPerSecond,
    );
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("a finished video has bytes");
  return new Uint8Array(target.buffer);
}
