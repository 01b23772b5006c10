package trellis

import (
	"net/url"
	"regexp"
)

// Items are the items of a list across its pages: call Next until it is false, then Err.
type Items[T any] struct {
	read func() (page []T, isLast bool, err error)

	page   []T
	isLast bool
	err    error
	item   T
}

// Next reads the next item. It returns false after the last one, or when a page could not be read.
func (i *Items[T]) Next() bool {
	for len(i.page) == 0 {
		if i.isLast || i.err != nil {
			return false
		}
		i.page, i.isLast, i.err = i.read()
	}
	i.item, i.page = i.page[0], i.page[1:]
	return true
}

// Item returns the item that Next has read.
func (i *Items[T]) Item() T { return i.item }

// Err returns the error that ended the list, if any.
func (i *Items[T]) Err() error { return i.err }

func allItems[T, P any](params *P, read func(*P) (*Answer[[]T], error), setCursor func(*P, string)) *Items[T] {
	var own P
	if params != nil {
		own = *params
	}
	return &Items[T]{read: func() ([]T, bool, error) {
		answer, err := read(&own)
		if err != nil {
			return nil, false, err
		}
		cursor := nextCursor(answer.Header.Get("Link"))
		setCursor(&own, cursor)
		return answer.Data, cursor == "", nil
	}}
}

var nextLink = regexp.MustCompile(`<([^>]*)>\s*;[^,]*\brel="?next"?`)

// nextCursor returns the cursor of the next page (RFC 8288). The link itself is not used: it begins with the public address
// of Trellis, which may differ from the base URL.
func nextCursor(link string) string {
	found := nextLink.FindStringSubmatch(link)
	if found == nil {
		return ""
	}
	address, err := url.Parse(found[1])
	if err != nil {
		return ""
	}
	return address.Query().Get("cursor")
}
