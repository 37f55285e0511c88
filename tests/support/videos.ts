import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WavOutputFormat,
  WebMOutputFormat,
} from "mediabunny";

/**
 * Takes the VP8 key frame out of a lossy WebP, whose chunks are a four-letter name, a length and their bytes (RFC
 * 9649).
 */
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
 * Makes a valid video without an encoder. Each frame is a lossy WebP of the same size, shown for a fraction of a
 * second.
 */
export async function makeVideo(
  frames: readonly Uint8Array[],
  {
    width,
    height,
    framesPerSecond,
    format = "webm",
    isLive = false,
  }: {
    width: number;
    height: number;
    framesPerSecond: number;
    format?: "webm" | "mp4";
    /** Whether a WebM is as a browser records it, without its length or an index. */
    isLive?: boolean;
  },
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({
    format: format === "webm" ? new WebMOutputFormat({ appendOnly: isLive }) : new Mp4OutputFormat(),
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

/** For each format, one packet of silence: 48 kHz, one channel. */
const silences = {
  // The header of a frame: MPEG 1, layer 3, 128 kbit/s, mono, and no other bits.
  mp3: {
    codec: "mp3",
    samples: 1_152,
    packet: Buffer.concat([Buffer.from("fffb94c4", "hex"), Buffer.alloc(380)]),
  },
  wav: { codec: "pcm-s16", samples: 960, packet: Buffer.alloc(1_920) },
  m4a: { codec: "aac", samples: 1_024, packet: Buffer.from("0018200700", "hex") },
  ogg: { codec: "opus", samples: 960, packet: Buffer.from("f8fffe", "hex") },
} as const;

export type SoundFormat = keyof typeof silences;

/** Makes a valid sound file without an encoder: about two seconds of silence. */
export async function makeSound(format: SoundFormat): Promise<Uint8Array> {
  const target = new BufferTarget();
  const { codec, samples, packet } = silences[format];
  const output = new Output({
    format: new { mp3: Mp3OutputFormat, wav: WavOutputFormat, m4a: Mp4OutputFormat, ogg: OggOutputFormat }[
      format
    ](),
    target,
  });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const length = samples / 48_000;
  const description = { aac: Buffer.from("1188", "hex"), opus: opusHead }[codec as string];
  const decoderConfig = {
    codec: { aac: "mp4a.40.2" }[codec as string] ?? codec,
    sampleRate: 48_000,
    numberOfChannels: 1,
    description,
  };
  for (let at = 0; at < 2; at += length)
    await source.add(new EncodedPacket(packet, "key", at, length), { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new Error("a finished sound has bytes");
  return new Uint8Array(target.buffer);
}

/** The ID header of Opus, from RFC 7845, section 5.1. */
const opusHead = Buffer.from("4f707573486561640101000080bb0000000000", "hex");
