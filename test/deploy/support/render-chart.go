// Judges values by a chart's schema and renders it as Helm does, by the same libraries and the same functions, where Helm itself is not there.
//
//	render-chart CHART RELEASE VALUES.json
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
	"github.com/xeipuuv/gojsonschema"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Ends with 2 and a line for each value that is not as the schema has it.
func judge(schemaFile, valuesFile string) {
	schema, err := os.ReadFile(schemaFile)
	check(err)
	values, err := os.ReadFile(valuesFile)
	check(err)
	judged, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema), gojsonschema.NewBytesLoader(values))
	check(err)
	for _, misfit := range judged.Errors() {
		fmt.Fprintln(os.Stderr, misfit)
	}
	if !judged.Valid() {
		os.Exit(2)
	}
}

func main() {
	chart, release, valuesFile := os.Args[1], os.Args[2], os.Args[3]
	var about, values map[string]interface{}
	read := func(file string, into interface{}) {
		text, err := os.ReadFile(file)
		check(err)
		check(yaml.Unmarshal(text, into))
	}
	read(filepath.Join(chart, "Chart.yaml"), &about)
	read(valuesFile, &values)
	judge(filepath.Join(chart, "values.schema.json"), valuesFile)
	// In templates the fields of a chart are capitalized, those of values are not.
	capitalized := map[string]interface{}{}
	for key, value := range about {
		capitalized[strings.ToUpper(key[:1])+key[1:]] = value
	}

	all := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["toJson"] = func(value interface{}) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	}
	functions["sha256sum"] = func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all.Funcs(functions)

	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   capitalized,
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm"},
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".tpl") {
			continue
		}
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, filepath.Base(file), data))
		fmt.Printf("---\n# %s\n%s\n", filepath.Base(file), out.String())
	}
}
