import { status } from 'elysia'

/**
 * Refuses what Elysia would make a valid value of before it validates: it lays a body over the schema's defaults, whereby
 * the value of a `__proto__` key becomes the prototype, and copies whatever has a `length` into an array.
 * @param lists the body's fields that are arrays of objects
 */
export function refuseLookalikes(...lists: string[]) {
  return ({ body }: { body: unknown }) => {
    if (typeof body !== 'object' || body === null) return
    const issues = Object.hasOwn(body, '__proto__')
      ? ['__proto__']
      : lists.filter((name) => !Array.isArray((body as Record<string, unknown>)[name]))
    if (issues.length > 0) throw status(422, { error: 'Invalid body', issues })
  }
}
