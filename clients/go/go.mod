module github.com/trellis-things/trellis/clients/go

go 1.19
