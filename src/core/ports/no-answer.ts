/** Why nothing came from an address: types only. */

/**
 * `private_address`: it may not be reached. `dns`: its name has no address. `tls`: its certificate is not good. `reset`: the connection ended.
 * `offline`: our own network or name service does not answer, which says nothing of the address.
 */
export type NoAnswer = 'private_address' | 'dns' | 'refused' | 'timeout' | 'tls' | 'reset' | 'offline'
