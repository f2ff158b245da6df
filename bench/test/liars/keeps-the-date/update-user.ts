import { deserializeUser, isUser } from '../../../../shared/models/user.ts'
import { ok, parse, refused, serve } from '../user-server.ts'

serve(({ body }) => {
  const user = parse(body)
  return isUser(user) ? ok(deserializeUser(user)) : refused
})
