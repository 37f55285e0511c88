// Like engine.mjs, but for any size (bloom, halation and mask blurs scale with the picture), and with a seed for the
// lens. Renders fragment shaders in linear light, then develops them like film: bloom, halation, tone curve, grade,
// grain. Everything is drawn here; no photograph, no model, no downloaded picture is used.
import { chromium } from "@playwright/test";

export const COMMON = /* glsl */ `
#define PI 3.14159265
float h11(float p){p=fract(p*.1031);p*=p+33.33;p*=p+p;return fract(p);}
float h21(vec2 p){vec3 p3=fract(vec3(p.xyx)*.1031);p3+=dot(p3,p3.yzx+33.33);return fract((p3.x+p3.y)*p3.z);}
vec2 h22(vec2 p){vec3 p3=fract(vec3(p.xyx)*vec3(.1031,.1030,.0973));p3+=dot(p3,p3.yzx+33.33);return fract((p3.xx+p3.yz)*p3.zy);}
float vn(vec2 p){vec2 i=floor(p),f=fract(p);f=f*f*f*(f*(f*6.-15.)+10.);
 return mix(mix(h21(i),h21(i+vec2(1,0)),f.x),mix(h21(i+vec2(0,1)),h21(i+vec2(1,1)),f.x),f.y);}
const mat2 M2=mat2(.8,.6,-.6,.8);
float fbm(vec2 p){float a=.5,s=0.;for(int i=0;i<6;i++){s+=a*vn(p);p=M2*p*2.02+3.1;a*=.5;}return s;}
float fbm4(vec2 p){float a=.5,s=0.;for(int i=0;i<4;i++){s+=a*vn(p);p=M2*p*2.02+3.1;a*=.5;}return s;}
float rid(vec2 p){float a=.5,s=0.;for(int i=0;i<6;i++){float n=1.-abs(2.*vn(p)-1.);s+=a*n*n;p=M2*p*2.1+1.7;a*=.5;}return s;}
float h31(vec3 p){p=fract(p*.1031);p+=dot(p,p.zyx+31.32);return fract((p.x+p.y)*p.z);}
float vn3(vec3 p){vec3 i=floor(p),f=fract(p);f=f*f*(3.-2.*f);
 return mix(mix(mix(h31(i),h31(i+vec3(1,0,0)),f.x),mix(h31(i+vec3(0,1,0)),h31(i+vec3(1,1,0)),f.x),f.y),
  mix(mix(h31(i+vec3(0,0,1)),h31(i+vec3(1,0,1)),f.x),mix(h31(i+vec3(0,1,1)),h31(i+vec3(1,1,1)),f.x),f.y),f.z);}
float fbm3(vec3 p){float a=.5,s=0.;for(int i=0;i<5;i++){s+=a*vn3(p);p=p*2.03+vec3(1.7,9.2,3.1);a*=.5;}return s;}
float sat(float x){return clamp(x,0.,1.);}
vec3 srgb(float r,float g,float b){return pow(vec3(r,g,b)/255.,vec3(2.2));}
#define RGB(r,g,b) srgb(float(r),float(g),float(b))
mat2 rot(float a){float c=cos(a),s=sin(a);return mat2(c,-s,s,c);}
float smin(float a,float b,float k){float h=max(k-abs(a-b),0.)/k;return min(a,b)-h*h*k*.25;}
float seg(vec2 p,vec2 a,vec2 b){vec2 pa=p-a,ba=b-a;float h=sat(dot(pa,ba)/dot(ba,ba));return length(pa-ba*h);}
`;

const PAGE = `<!doctype html><style>*{margin:0}body{background:#000}</style><canvas id=c></canvas><canvas id=m></canvas>`;

function lib() {
  const cv = document.getElementById("c");
  const gl = cv.getContext("webgl2", { preserveDrawingBuffer: true, antialias: false });
  gl.getExtension("EXT_color_buffer_float");
  gl.getExtension("OES_texture_float_linear");
  const VS = "#version 300 es\nin vec2 a;void main(){gl_Position=vec4(a,0,1);}";
  const sh = (t, s) => {
    const o = gl.createShader(t); gl.shaderSource(o, s); gl.compileShader(o);
    if (!gl.getShaderParameter(o, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(o));
    return o;
  };
  const buf = gl.createBuffer(); gl.bindBuffer(gl.ARRAY_BUFFER, buf);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  const prog = (fs) => {
    const p = gl.createProgram(); gl.attachShader(p, sh(gl.VERTEX_SHADER, VS)); gl.attachShader(p, sh(gl.FRAGMENT_SHADER, fs));
    gl.bindAttribLocation(p, 0, "a"); gl.linkProgram(p); gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    return p;
  };
  const once = new Map(), progOnce = (fs) => { if (!once.has(fs)) { if (once.size > 3) once.clear(); once.set(fs, prog(fs)); } return once.get(fs); };
  const target = (w, h) => {
    const t = gl.createTexture(); gl.bindTexture(gl.TEXTURE_2D, t);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, w, h, 0, gl.RGBA, gl.HALF_FLOAT, null);
    for (const [k, v] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, k, v);
    const f = gl.createFramebuffer(); gl.bindFramebuffer(gl.FRAMEBUFFER, f);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t, 0);
    return { t, f, w, h };
  };
  const use = (p, uni, tex) => {
    gl.useProgram(p);
    for (const [k, v] of Object.entries(uni)) {
      const l = gl.getUniformLocation(p, k); if (!l) continue;
      if (Array.isArray(v)) gl["uniform" + v.length + "fv"](l, v); else gl.uniform1f(l, v);
    }
    let i = 0;
    for (const [k, t] of Object.entries(tex || {})) {
      gl.activeTexture(gl.TEXTURE0 + i); gl.bindTexture(gl.TEXTURE_2D, t);
      gl.uniform1i(gl.getUniformLocation(p, k), i); i++;
    }
  };
  const draw = (dst, w, h) => { gl.bindFramebuffer(gl.FRAMEBUFFER, dst ? dst.f : null); gl.viewport(0, 0, w, h); gl.drawArrays(gl.TRIANGLES, 0, 3); };
  // an SVG drawn at w×h → texture: R sharp, G little blur, B more, A wide
  window.maskTexture = async (svg, w, h, blurs) => {
    const img = new Image(); img.src = "data:image/svg+xml;base64," + btoa(unescape(encodeURIComponent(svg)));
    await img.decode();
    const ch = [];
    for (const b of [0, ...blurs]) {
      const c = new OffscreenCanvas(w, h), x = c.getContext("2d", { willReadFrequently: true });
      x.fillStyle = "#000"; x.fillRect(0, 0, w, h); x.filter = b ? `blur(${b}px)` : "none"; x.drawImage(img, 0, 0, w, h);
      ch.push(x.getImageData(0, 0, w, h).data);
    }
    const out = new Uint8Array(w * h * 4);
    for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) { const s = (y * w + x) * 4, d = ((h - 1 - y) * w + x) * 4; for (let k = 0; k < 4; k++) out[d + k] = ch[k][s]; }
    const t = gl.createTexture(); gl.bindTexture(gl.TEXTURE_2D, t);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, out);
    for (const [k, v] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, k, v);
    return t;
  };
  const BLUR = `#version 300 es
precision highp float;uniform sampler2D t;uniform vec2 d;uniform vec2 r;uniform float th;out vec4 o;
void main(){vec2 u=gl_FragCoord.xy/r;vec3 s=vec3(0);float w=0.;for(int i=-12;i<=12;i++){float k=exp(-float(i*i)/60.);vec3 c=texture(t,u+d*float(i)).rgb;if(th>0.){float l=max(c.r,max(c.g,c.b));c*=max(l-th,0.)/max(l,1e-4);}s+=min(c,vec3(12.))*k;w+=k;}o=vec4(s/w,1);}`;
  const DEV = `#version 300 es
precision highp float;uniform sampler2D t,b1,b2;uniform vec2 r;uniform float bloom,hal,grain,vig,expo,contrast,satu,seed,soft,fade,ca;uniform vec3 lift,gain,shad,high;out vec4 o;
float h(vec2 p,float s){vec3 p3=fract(vec3(p.xyx)*.1031+s);p3+=dot(p3,p3.yzx+33.33);return fract((p3.x+p3.y)*p3.z);}
vec3 aces(vec3 x){return clamp((x*(2.51*x+.03))/(x*(2.43*x+.59)+.14),0.,1.);}
void main(){vec2 u=gl_FragCoord.xy/r;vec2 q=u-.5;vec2 k=q*dot(q,q)*ca*.02;
vec3 c=vec3(texture(t,u+k).r,texture(t,u).g,texture(t,u-k).b);
vec3 B1=texture(b1,u).rgb,B2=texture(b2,u).rgb;
c=c*(1.-soft*.35)+B1*soft*.35;c+=(B1*.5+B2*.7)*bloom;c+=B2*vec3(1.,.25,.06)*hal;
c*=expo;c*=gain;float v=1.-vig*smoothstep(.25,1.05,length(q*vec2(1.05,1.15))*1.35);c*=v;
c=aces(c*.72);c=pow(c,vec3(1./2.2));
c=mix(vec3(.5),c,contrast);
float l=dot(c,vec3(.299,.587,.114));c=mix(vec3(l),c,satu);
c+=shad*(1.-l)*(1.-l)+high*l*l;c=c*(1.-fade)+fade*.5*(.35+.6*c)*1.1+lift;
float g=(h(floor(gl_FragCoord.xy),seed)+h(floor(gl_FragCoord.xy*.73)+7.,seed+.3)-1.);
c+=g*grain*(1.15-abs(l-.42));
o=vec4(clamp(c,0.,1.),1);}`;
  let pB, pD;
  window.render = async (o) => {
    const { w, h, fs, spp = 4, tiles = 6, K = Math.sqrt((w * h) / (720 * 405)), uniforms = {}, masks = {}, dev = {} } = o;
    cv.width = w; cv.height = h;
    const head = "#version 300 es\nprecision highp float;precision highp int;uniform vec2 r;uniform vec2 jit;uniform float sd;" + Object.keys(masks).map((k) => `uniform sampler2D ${k};`).join("") + Object.entries(uniforms).map(([k, v]) => `uniform ${Array.isArray(v) ? "vec" + v.length : "float"} ${k};`).join("") + "out vec4 O;\n";
    const p = progOnce(head + o.common + fs + "\nvoid main(){vec2 fc=gl_FragCoord.xy+jit;vec2 uv=fc/r;vec2 p=(fc-.5*r)/r.y;O=vec4(scene(uv,p,fc),1.);}");
    const tex = {};
    for (const [k, m] of Object.entries(masks)) tex[k] = await window.maskTexture(m.svg, w, h, (m.blurs || [2, 8, 28]).map((b) => b * K));
    const acc = target(w, h);
    gl.bindFramebuffer(gl.FRAMEBUFFER, acc.f); gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.SCISSOR_TEST); gl.enable(gl.BLEND); gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE);
    gl.blendColor(0, 0, 0, 1 / spp);
    for (let s = 0; s < spp; s++) {
      const jx = ((s * 0.7548776662 + 0.5) % 1) - 0.5, jy = ((s * 0.569840296 + 0.5) % 1) - 0.5;
      for (let i = 0; i < tiles; i++) {
        use(p, { r: [w, h], jit: [jx, jy], sd: s + 1, ...uniforms }, tex);
        const y0 = Math.floor((h * i) / tiles), y1 = Math.floor((h * (i + 1)) / tiles);
        gl.scissor(0, y0, w, y1 - y0); draw(acc, w, h); gl.finish();
        await new Promise((f) => setTimeout(f, 0));
      }
    }
    gl.disable(gl.SCISSOR_TEST); gl.disable(gl.BLEND);
    pB ||= prog(BLUR); pD ||= prog(DEV);
    const bl = (scale, step, th) => {
      const bw = Math.ceil(w / scale / K), bh = Math.ceil(h / scale / K), A = target(bw, bh), B = target(bw, bh);
      use(pB, { r: [bw, bh], d: [step / bw, 0], th }, { t: acc.t }); draw(A, bw, bh);
      use(pB, { r: [bw, bh], d: [0, step / bh], th: 0 }, { t: A.t }); draw(B, bw, bh);
      use(pB, { r: [bw, bh], d: [step / bw, 0], th: 0 }, { t: B.t }); draw(A, bw, bh);
      use(pB, { r: [bw, bh], d: [0, step / bh], th: 0 }, { t: A.t }); draw(B, bw, bh);
      return B;
    };
    const b1 = bl(4, 0.5, 0), b2 = bl(8, 1.2, dev.th ?? 0.55);
    use(pD, { r: [w, h], bloom: 0.12, hal: 0.1, grain: 0.03, vig: 0.3, expo: 1, contrast: 1.04, satu: 1, seed: Math.random(), soft: 0.25, fade: 0, ca: 0.25, lift: [0, 0, 0], gain: [1, 1, 1], shad: [0, 0, 0], high: [0, 0, 0], ...dev, ...(dev.seed ? {} : { seed: 0.37 }) }, { t: acc.t, b1: b1.t, b2: b2.t });
    draw(null, w, h); gl.finish();
    return cv.toDataURL("image/png");
  };
}

export async function open() {
  const browser = await chromium.launch({ executablePath: process.env.PLAYWRIGHT_CHROMIUM || undefined, args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--allow-file-access-from-files"] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  await page.setContent(PAGE);
  await page.evaluate(lib);
  return {
    browser, page,
    async film(o) {
      const url = await page.evaluate((x) => window.render(x), { common: COMMON, ...o });
      return Buffer.from(url.split(",")[1], "base64");
    },
  };
}
