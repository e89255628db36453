package main

func (d *doctor) silence() {}
