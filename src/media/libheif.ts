/** Of libheif-js, which has no types of its own, what we use; and of WebAssembly, which the types of Node leave to browsers. */
export type Libheif = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }

type HeifImage = {
  is_primary(): boolean
  get_width(): number
  get_height(): number
  /** Paints into `target`; `done` gets null where it cannot. */
  display(target: Pixels, done: (painted: Pixels | null) => void): void
}

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

type WasmMemory = { readonly buffer: ArrayBuffer; grow: (pages: number) => number }

declare global {
  const WebAssembly: { Memory: { prototype: WasmMemory } }
}
