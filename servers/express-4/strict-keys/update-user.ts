import express from 'express'
import { z } from 'zod'
import { onError } from '../on-error.ts'

const userSchema = z
  .object({
    id: z.number().finite(),
    name: z.string(),
    surname: z.string(),
    // `datetime` alone also passes offsets such as `+24:00`, of which `Date` makes an invalid one.
    lastUpdate: z.string().datetime({ offset: true }).pipe(z.coerce.date()),
  })
  .strict()

const app = express()

app.use(express.json())

app.post('/updateUser', (req, res) => {
  const result = userSchema.safeParse(req.body)
  if (!result.success) {
    res.status(400).json({ error: 'Invalid user', issues: result.error.issues })
    return
  }
  const user = result.data
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(user)
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
