/** Callers of one process who ask for the same at once share one answer; failures too. */
export function shareOpen<T>(
  open: WeakMap<object, Map<string, Promise<T>>>,
  owner: object,
  key: string,
  begin: () => Promise<T>,
): Promise<T> {
  const ofOwner = open.get(owner) ?? new Map<string, Promise<T>>()
  open.set(owner, ofOwner)
  const running = ofOwner.get(key)
  if (running) return running
  const answer = begin().finally(() => ofOwner.delete(key))
  ofOwner.set(key, answer)
  return answer
}
