import polka from 'polka'
import { profileOf } from '../../shared/models/profile.ts'
import { sendJson } from './send-json.ts'

let count = 0

polka()
  .get('/json', (_req, res) => {
    sendJson(res, 200, profileOf(++count))
  })
  .listen(Number(process.env.PORT), process.env.HOST)
