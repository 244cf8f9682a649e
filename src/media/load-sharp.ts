/** sharp, the library of pictures. It takes 32 MB, so a process loads it with its first picture. */
import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** The module; loaded once, and set to keep no cache: a picture is decoded once, and its memory released at once. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    library.cache(false)
    library.concurrency(1)
    return library
  })
  return loading
}
