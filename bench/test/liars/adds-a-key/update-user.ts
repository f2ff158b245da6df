import { isUser } from '../../../../shared/models/user.ts'
import { advance, ok, parse, refused, serve } from '../user-server.ts'

serve(({ body }) => {
  const user = parse(body)
  return isUser(user) ? ok({ ...advance(user), ok: true }) : refused
})
