module interop/peer

go 1.23

require (
	github.com/babelqueue/babelqueue-go v1.9.0
	github.com/babelqueue/babelqueue-go/kafka v1.6.0
)
