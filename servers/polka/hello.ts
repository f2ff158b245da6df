import polka from 'polka'
import { sendJson } from './send-json.ts'

polka()
  .get('/hello', (_req, res) => {
    sendJson(res, 200, { hello: 'world' })
  })
  .listen(Number(process.env.PORT), process.env.HOST)
