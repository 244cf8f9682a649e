/** Our own pictures as SVG, without text, so that a machine without fonts draws the same. */

export const WIDTH = 1000
export const HEIGHT = 1500

type Palette = { wall: string; floor: string; dark: string; warm: string; light: string; leaf: string }

const PALETTES: Palette[] = [
  { wall: '#f3e3d3', floor: '#d9a688', dark: '#5b3a33', warm: '#c8553d', light: '#fff7ec', leaf: '#588157' },
  { wall: '#dfe9e4', floor: '#a3b9ab', dark: '#23423a', warm: '#e0a458', light: '#fbfaf3', leaf: '#3a7d5c' },
  { wall: '#e8e1f0', floor: '#b7a3c9', dark: '#3c2f55', warm: '#e07a8a', light: '#fff9fd', leaf: '#6a8d73' },
  { wall: '#dcebf5', floor: '#8fb3cc', dark: '#1f3a52', warm: '#f2b134', light: '#fdfdfb', leaf: '#4f8a63' },
  { wall: '#fbe7c6', floor: '#e9b872', dark: '#6b3e26', warm: '#a63c06', light: '#fffaf0', leaf: '#7a9e48' },
]

const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
const circle = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const leaf = (x: number, y: number, angle: number, length: number, fill: string) =>
  `<path transform="translate(${x} ${y}) rotate(${angle})" d="M0 0 C ${length * 0.35} ${-length * 0.3}, ${length * 0.35} ${-length * 0.75}, 0 ${-length} C ${-length * 0.35} ${-length * 0.75}, ${-length * 0.35} ${-length * 0.3}, 0 0 Z" fill="${fill}"/>`

function vase(p: Palette): string {
  const leaves = [-52, -30, -10, 12, 34, 56].map((angle, i) => leaf(500, 830, angle, 430 + (i % 3) * 70, i % 2 ? p.leaf : p.dark))
  return [
    rect(0, 0, WIDTH, 1130, p.wall),
    rect(0, 1130, WIDTH, 370, p.floor),
    circle(720, 330, 190, p.light),
    ...leaves,
    path('M420 820 C 330 940, 330 1120, 420 1200 L 580 1200 C 670 1120, 670 940, 580 820 Z', p.warm),
    ellipse(500, 820, 82, 20, p.dark),
    ellipse(500, 1215, 220, 22, 'rgba(0,0,0,0.12)'),
  ].join('')
}

function shelf(p: Palette): string {
  const boards = [430, 790, 1150].map((y) => rect(120, y, 760, 26, p.dark))
  const jars = [180, 330, 480, 640, 770].flatMap((x, i) => {
    const base = [430, 790, 1150][i % 3] ?? 430
    const height = 130 + ((i * 37) % 90)
    return [rect(x, base - height, 96, height, i % 2 ? p.warm : p.leaf, 18), rect(x + 12, base - height - 22, 72, 26, p.dark, 8)]
  })
  const plates = [230, 420, 610].map((x, i) => circle(x, 1150 - 92, 88 - i * 8, i === 1 ? p.floor : p.light))
  const bowls = [560, 700].map((x) => path(`M${x - 80} 700 A 80 88 0 0 0 ${x + 80} 700 Z`, p.light))
  return [rect(0, 0, WIDTH, HEIGHT, p.wall), rect(0, 1330, WIDTH, 170, p.floor), ...jars, ...plates, ...bowls, ...boards].join('')
}

function hills(p: Palette): string {
  return [
    rect(0, 0, WIDTH, HEIGHT, p.wall),
    circle(680, 420, 170, p.warm),
    path('M0 820 C 220 640, 420 700, 560 800 S 860 900, 1000 720 L 1000 1500 L 0 1500 Z', p.floor),
    path('M0 1000 C 260 860, 520 1040, 720 940 S 940 900, 1000 960 L 1000 1500 L 0 1500 Z', p.leaf),
    path('M0 1240 C 300 1100, 600 1280, 1000 1120 L 1000 1500 L 0 1500 Z', p.dark),
    ...[140, 260, 330, 820, 900].map((x, i) => leaf(x, 1300 - (i % 2) * 40, 0, 170 + i * 12, p.leaf)),
  ].join('')
}

function lamp(p: Palette): string {
  return [
    rect(0, 0, WIDTH, 1200, p.wall),
    rect(0, 1200, WIDTH, 300, p.floor),
    path('M360 640 L 640 640 L 900 1200 L 100 1200 Z', p.light).replace('/>', ' opacity="0.55"/>'),
    rect(490, 0, 20, 430, p.dark),
    path('M380 640 C 380 500, 430 430, 500 430 C 570 430, 620 500, 620 640 Z', p.warm),
    ellipse(500, 640, 120, 18, p.light),
    rect(260, 1060, 480, 34, p.dark, 10),
    rect(300, 1094, 26, 230, p.dark),
    rect(674, 1094, 26, 230, p.dark),
    rect(380, 1010, 150, 24, p.leaf, 6),
    rect(395, 1034, 150, 26, p.warm, 6),
    circle(640, 1020, 40, p.light),
  ].join('')
}

function table(p: Palette): string {
  const plate = (x: number, y: number, r: number, food: string) => [
    circle(x, y, r, p.light),
    circle(x, y, r * 0.72, p.wall),
    circle(x - r * 0.15, y - r * 0.1, r * 0.36, food),
    leaf(x + r * 0.2, y + r * 0.35, 30, r * 0.6, p.leaf),
  ]
  return [
    rect(0, 0, WIDTH, HEIGHT, p.floor),
    path('M0 260 L 1000 60 L 1000 300 L 0 520 Z', p.wall),
    ...plate(340, 480, 230, p.warm),
    ...plate(690, 860, 210, p.dark),
    ...plate(310, 1180, 190, p.warm),
    circle(740, 380, 86, p.dark),
    circle(740, 380, 66, p.warm),
    circle(620, 1260, 70, p.light),
    rect(70, 760, 22, 260, p.dark, 11),
    rect(120, 760, 22, 260, p.dark, 11),
  ].join('')
}

const SCENES = { vase, shelf, hills, lamp, table }

/** Maps names (without extension) to SVGs of 1000 x 1500: every scene in every palette. */
export function scenes(): Map<string, string> {
  const all = new Map<string, string>()
  for (const [scene, draw] of Object.entries(SCENES)) {
    for (const [index, palette] of PALETTES.entries()) {
      all.set(
        `${scene}-${index + 1}`,
        `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${draw(palette)}</svg>`,
      )
    }
  }
  return all
}
