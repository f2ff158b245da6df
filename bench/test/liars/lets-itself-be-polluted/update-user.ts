import { isUser } from '../../../../shared/models/user.ts'
import { advance, ok, parse, refused, serve } from '../user-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: the mistake is made in code without types
function merge(target: any, source: any): any {
  for (const key of Object.keys(source)) {
    if (typeof source[key] === 'object') merge(target[key] ?? {}, source[key])
    else target[key] = source[key]
  }
  return target
}

serve(({ body }) => {
  const user = parse(body)
  if (!isUser(user)) return refused
  merge({}, user)
  const answer: Record<string, unknown> = {}
  const advanced: Record<string, unknown> = { ...advance(user) }
  // The loop sees inherited keys, and by then everything inherits what the request brought.
  for (const key in advanced) answer[key] = advanced[key]
  return ok(answer)
})
