import { App } from '@tinyhttp/app'
import { profileOf } from '../../shared/models/profile.ts'

const app = new App()
let count = 0

app.get('/json', (_req, res) => {
  res.json(profileOf(++count))
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
