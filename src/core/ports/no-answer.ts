/** Why an address gave no answer: types only. */

/**
 * `private_address`: it may not be requested. `dns`: its name has no address. `tls`: its certificate is invalid. `reset`: the
 * connection ended. `offline`: our own network or name service does not answer, which says nothing about the address.
 */
export type NoAnswer = 'private_address' | 'dns' | 'refused' | 'timeout' | 'tls' | 'reset' | 'offline'
