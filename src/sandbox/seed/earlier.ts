/** The pins on the own boards from before Pinslot: made by people, some good at their board, some not. Data only. */

/** Title, description, the last part of its address, alt text, a sample's name. */
type Row = [title: string | null, description: string | null, page: string | null, altText: string | null, picture: string]

/** By the account's username and its board's name; the oldest first. */
export const EARLIER: Record<string, Record<string, Row[]>> = {
  maple_and_thread: {
    'Warm kitchens': [
      ['Kitchen shelves under the window', 'Low, deep, and the sill stays free.', 'window-shelves', null, 'shelf-1.jpg'],
      ['How we hang kitchen shelves', 'Brackets, plugs and a spirit level.', 'hang-shelves', 'A shelf with jars', 'shelf-2.jpg'],
      [
        'Shelf styling for every day',
        'What is used stands in front.',
        'shelf-styling',
        'Kitchen shelf with bowls',
        'shelf-1.jpg',
      ],
      ['Wooden kitchen shelves, oiled', 'Twice a year, with linseed oil.', 'oiled-shelves', null, 'shelf-2.jpg'],
      ['Copper pans on a rail', 'Within reach of the stove.', 'copper-pans', 'Pans in a row', 'table-4.jpg'],
      ['Soup for eleven', null, 'soup', 'A table with plates', 'table-2.jpg'],
      ['A sofa for the kitchen', 'Because everybody ends up there.', 'kitchen-sofa', null, 'lamp-3.jpg'],
      [null, null, null, null, 'vase-2.jpg'],
    ],
    'Table settings': [
      ['Plates for a long Sunday', 'Breakfast that turns into lunch.', 'sunday', 'Plates from above', 'table-1.jpg'],
      ['Linen in three greys', 'Washed, never ironed.', 'linen', null, 'table-2.jpg'],
      ['Setting a table for two', 'Close enough to share.', 'for-two', null, 'table-4.jpg'],
    ],
    'Lamps & light': [
      ['Reading lamp by the bed', 'A shade that turns.', 'bed-lamp', 'A yellow lamp', 'lamp-4.jpg'],
      ['Warm bulbs, compared', '2200, 2700 and 3000 K in the same room.', 'bulbs', null, 'lamp-2.jpg'],
    ],
  },
  'lena.wandert': {
    'Balcony garden': [
      ['Herbs for a north balcony', 'Chives, parsley, mint: nothing that asks for noon.', 'north-herbs', null, 'vase-4.jpg'],
      ['Balkonkästen winterfest machen', 'Vlies, Laub und ein trockener Platz.', 'winterfest', null, 'vase-5.jpg'],
    ],
  },
}

/** Public pins of which a copy was saved: the owner's username and the pin's title. */
export const SAVED: Record<string, { board: string; from: string; title: string }[]> = {
  maple_and_thread: [{ board: 'Warm kitchens', from: 'oak_and_rye', title: 'Floating shelves for a tiny kitchen' }],
}
