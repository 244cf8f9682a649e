/** Somebody else has the work by now, or it is gone: the transaction is rolled back, and nothing of what was made is kept. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
  constructor() {
    super('Somebody else has taken this work over, or it is gone.')
  }
}
