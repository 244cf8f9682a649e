/** Why nothing came from an address: types only. */
/** `offline`: our own network or name service does not answer, which says nothing of the page. */
export type NoAnswer = 'private_address' | 'dns' | 'refused' | 'timeout' | 'tls' | 'reset' | 'offline'
