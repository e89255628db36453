package main

import (
	"fmt"
	"strings"
	"time"

	"guard/grants"
)

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func inWords(d time.Duration) string {
	if d < time.Hour {
		return fmt.Sprintf("%d minutes", int(d.Minutes()))
	}
	return fmt.Sprintf("%d hours", int(d.Hours()))
}

// duration reads 30m, 8h or 3d.
func duration(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		s = days + "h"
		d, err := time.ParseDuration(s)
		if err == nil && d <= grants.MaxLife/24 {
			return d * 24, nil
		}
		if err == nil {
			return 0, fmt.Errorf("%sd is longer than 7d, the longest that a grant may live", days)
		}
	}
	d, err := time.ParseDuration(s)
	switch {
	case err != nil || d <= 0:
		return 0, fmt.Errorf("%q is no time to live: 30m, 8h, 3d", s)
	case d > grants.MaxLife:
		return 0, fmt.Errorf("%s is longer than 7d, the longest that a grant may live", s)
	}
	return d, nil
}
