import type { Context } from 'hono'

interface Issue {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[]
}

/** Lists path and message of each issue: valibot's own paths hold the input of every step. */
export function refuse(result: { success: true } | { success: false; error: readonly Issue[] }, c: Context) {
  if (result.success) return
  const issues = result.error.map(({ path = [], message }) => ({
    path: path.map((step) => String(typeof step === 'object' ? step.key : step)),
    message,
  }))
  return c.json({ issues }, 400)
}
