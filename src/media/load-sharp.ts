/** Loads sharp with the first picture of a process, because it takes 32 MB. */
import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** Loads the module once, without a cache: a picture is decoded once, and its memory is released at once. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    library.cache(false)
    library.concurrency(1)
    return library
  })
  return loading
}
