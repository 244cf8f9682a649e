/** Public pins from before the sandbox was opened, for searches to find. Data only. */

/** Title, description, the last part of its address, a sample's name; `paid` for ads. */
type Row = [title: string | null, description: string | null, page: string | null, picture: string, paid?: 'paid']
export type PublicPin = {
  platformUserId: string
  username: string
  displayName: string
  website: string
  boards: Record<string, Row[]>
}

export const OTHER_ACCOUNTS: PublicPin[] = [
  {
    platformUserId: '880000000000000011',
    username: 'oak_and_rye',
    displayName: 'Oak & Rye Kitchens',
    website: 'https://oak-and-rye.example',
    boards: {
      'Small kitchens': [
        [
          'Small kitchen shelf ideas for awkward corners',
          'Five shelves under 60 cm, with drawings.',
          'corner-shelves',
          'shelf-1.jpg',
        ],
        [
          'Floating shelves for a tiny kitchen',
          'Oak boards, hidden brackets, no drilling into tiles.',
          'floating',
          'shelf-2.jpg',
        ],
        ['One kitchen shelf, four ways to style it', 'Jars, bowls, herbs, or nearly nothing.', 'four-ways', 'shelf-1.jpg'],
        [
          'Galley kitchen makeover on a budget',
          'Paint, a rail and open shelving instead of wall units.',
          'galley',
          'shelf-2.jpg',
        ],
        ['Kitchen storage for renters', 'Shelves that stand, lean and leave no holes.', 'renters', 'shelf-1.jpg'],
        [
          'How high to hang kitchen shelves',
          'Measured from the counter, for tall and for small cooks.',
          'how-high',
          'shelf-2.jpg',
        ],
        ['Spice rack inside a cupboard door', null, 'spice-rack', 'shelf-1.jpg'],
        ['Corner shelf made from one board', 'A small kitchen gains a metre for cups and bowls.', 'one-board', 'shelf-2.jpg'],
        ['Over-the-sink shelf for drying herbs', 'Light, air and a place for the soap.', 'over-the-sink', 'vase-4.jpg'],
        ['The smallest kitchen we ever built', 'Four square metres, two burners, a window.', 'smallest', 'lamp-1.jpg'],
        ['Kitchen shelf brackets in brass', 'Hand finished, sold in pairs.', 'brass-brackets', 'shelf-1.jpg', 'paid'],
      ],
      'Pantry & jars': [
        ['Pantry labels to print', 'Flour, rice, lentils and forty more.', 'labels', 'shelf-2.jpg'],
        ['Glass jars that stack', 'Three sizes for a narrow pantry shelf.', 'stacking-jars', 'shelf-1.jpg'],
        ['What to keep on open shelves, and what never', 'Everyday plates yes, the fondue set no.', 'open-or-not', 'shelf-2.jpg'],
        ['Sourdough on weekdays', 'Mix at seven, bake at seven.', 'weekday-sourdough', 'table-1.jpg'],
      ],
    },
  },
  {
    platformUserId: '880000000000000012',
    username: 'marta.sets.tables',
    displayName: 'Marta sets tables',
    website: 'https://marta-sets-tables.example',
    boards: {
      'Dinner tables': [
        ['Table setting for six on a round table', 'Where the glasses go when there is no room.', 'round-six', 'table-1.jpg'],
        ['Linen napkin folds that hold', 'Three folds, no starch.', 'napkins', 'table-2.jpg'],
        ['Weeknight dinner table in ten minutes', 'Bowls, one candle, bread on the board.', 'weeknight', 'table-4.jpg'],
        ['Mismatched plates that look meant', 'Choose by rim, not by colour.', 'mismatched', 'table-1.jpg'],
        ['Blue and white table settings', null, 'blue-white', 'table-2.jpg'],
        ['Long table under the trees', 'Forty people, one runner of branches.', 'long-table', 'hills-1.jpg'],
        ['Stoneware dinner sets, now 20 % off', 'Twelve pieces in four glazes.', 'stoneware', 'table-4.jpg', 'paid'],
      ],
      'Autumn at home': [
        ['Autumn table decoration with branches', 'Beech, rosehips and a plain cloth.', 'branches', 'vase-1.jpg'],
        ['Pumpkin vases for the front door', 'Hollow, line, fill with asters.', 'pumpkin-vase', 'vase-2.jpg'],
        ['Dried flower wreath, step by step', 'Hydrangea, oats and wire.', 'wreath', 'vase-5.jpg'],
        ['Fall mantel without a single pumpkin', 'Leaves, brass and low light.', 'mantel', 'lamp-2.jpg'],
        ['Herbstdeko für den Tisch', 'Zweige, Kastanien und Kerzen.', 'herbstdeko', 'table-2.jpg'],
      ],
    },
  },
  {
    platformUserId: '880000000000000013',
    username: 'lumen_corner',
    displayName: 'Lumen Corner',
    website: 'https://lumen-corner.example',
    boards: {
      'Lamps worth having': [
        ['Pendant lamp over a kitchen island', 'How low, how many, how warm.', 'island-pendant', 'lamp-1.jpg'],
        ['Reading lamp that does not glare', 'A deep shade and a bulb of 2700 K.', 'no-glare', 'lamp-2.jpg'],
        ['Paper lampshade to fold yourself', 'One sheet, forty folds.', 'paper-shade', 'lamp-3.jpg'],
        ['Brass wall lamp, three ways to hang it', null, 'brass-wall', 'lamp-4.jpg'],
        ['Small lamps for shelves and sills', 'Cordless, and bright enough to find the salt.', 'shelf-lamps', 'lamp-2.jpg'],
        ['Bedroom lighting without a ceiling lamp', 'Two low, one high, all on one switch.', 'bedroom', 'lamp-3.jpg'],
      ],
      'Reading nooks': [
        ['Reading nook under the stairs', 'A mattress, a shelf and a lamp.', 'under-stairs', 'lamp-4.jpg'],
        ['Window seat with book shelves', 'Plywood, two weekends, no carpenter.', 'window-seat', 'shelf-2.jpg'],
        ['Built-in bookshelves around a door', 'The whole wall, even above the frame.', 'around-a-door', 'shelf-1.jpg'],
        [null, 'My corner. Finally.', null, 'lamp-1.jpg'],
      ],
    },
  },
  {
    platformUserId: '880000000000000014',
    username: 'gifted.by.june',
    displayName: 'Gifted by June',
    website: 'https://gifted-by-june.example',
    boards: {
      'Gifts people keep': [
        ['Gifts for people who love to cook', 'Twelve small things for a kitchen, all under 30.', 'cooks', 'table-4.jpg'],
        ['Housewarming gifts that are not candles', 'A good knife, a rail, a rosemary bush.', 'housewarming', 'vase-1.jpg'],
        ['Handmade gifts in an evening', 'Salt, soap and string.', 'handmade', 'vase-2.jpg'],
        ['Last minute birthday gift ideas', null, 'last-minute', 'vase-4.jpg'],
        ['Gift wrapping with newspaper', 'Black ink, red thread.', 'newspaper', 'table-1.jpg'],
      ],
      'Weddings, small ones': [
        ['Wedding table decoration on a small budget', 'Jam jars, wild flowers, borrowed glasses.', 'jam-jars', 'vase-5.jpg'],
        ['Seating plan on an old window', 'A white pen is all it needs.', 'seating-plan', 'table-2.jpg'],
        ['Rustic wedding centrepieces', 'Wood slices, moss and one tall stem.', 'centrepieces', 'vase-1.jpg'],
        ['Registry office, then a garden lunch', 'Twenty guests and nobody tired.', 'garden-lunch', 'hills-3.jpg'],
      ],
      'On other days': [
        ['Standing desk setup for a tiny office', 'One arm, one lamp, no cables.', 'desk', 'lamp-3.jpg'],
        ['Trail running shoes, compared', 'Mud, rock and the way home.', 'trail-shoes', 'hills-1.jpg'],
        ['Packing list for three days by train', 'It fits under the seat.', 'packing', 'hills-4.jpg'],
      ],
    },
  },
]
