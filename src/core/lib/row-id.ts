/** Ids of our own rows are strings outside and bigint inside. */
const MAX_BIGINT = 9223372036854775807n

/** Whether the text can name a row at all: an id of the wrong form is "not found", never an error of the database. */
export const isRowId = (text: string): boolean => /^[1-9][0-9]{0,18}$/.test(text) && BigInt(text) <= MAX_BIGINT
