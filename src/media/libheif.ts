/** Types for the parts of libheif-js that we use, which has none, and of WebAssembly, which Node's types leave to browsers. */
export type Libheif = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }

type HeifImage = {
  is_primary(): boolean
  get_width(): number
  get_height(): number
  /** Paints into `target`; `done` receives null on failure. */
  display(target: Pixels, done: (painted: Pixels | null) => void): void
}

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

type WasmMemory = { readonly buffer: ArrayBuffer; grow: (pages: number) => number }

declare global {
  const WebAssembly: { Memory: { prototype: WasmMemory } }
}
