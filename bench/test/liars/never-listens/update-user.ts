setInterval(() => {}, 1_000)
