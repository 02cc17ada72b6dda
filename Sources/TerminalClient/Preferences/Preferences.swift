/// All contents of the configuration file.
package struct Preferences: Sendable {
    package var local = LocalSettings()
    var keys = Keys()

    package init() {}
}
