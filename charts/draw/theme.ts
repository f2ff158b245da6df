import type { RuntimeName } from '../../shared/format/disclosure.ts'

export type ThemeName = 'light' | 'dark'

export type Role = 'baseline' | RuntimeName

export interface Theme {
  background: string
  text: string
  muted: string
  grid: string
  /** Distinguishable with any colour blindness (Okabe and Ito's palette) and in print. */
  roles: Record<Role, string>
}

/** Backgrounds as on GitHub's pages. */
export const themes: Record<ThemeName, Theme> = {
  light: {
    background: '#ffffff',
    text: '#1f2328',
    muted: '#59636e',
    grid: '#e4e8ec',
    roles: { baseline: '#7d8590', node: '#0072b2', bun: '#e69f00', deno: '#cc79a7' },
  },
  dark: {
    background: '#0d1117',
    text: '#f0f6fc',
    muted: '#9198a1',
    grid: '#262c35',
    roles: { baseline: '#848d97', node: '#56b4e9', bun: '#e69f00', deno: '#cc79a7' },
  },
}
