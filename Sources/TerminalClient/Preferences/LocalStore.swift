internal import Observation

/// The local settings as they are now. What is changed here is written to the configuration file, which is what the next
/// start reads.
@MainActor
@Observable
final class LocalStore {
    private(set) var settings: LocalSettings
    @ObservationIgnored private let write: (ConfigEntry) throws -> Void

    init(_ settings: LocalSettings = LocalSettings(), write: @escaping (ConfigEntry) throws -> Void = { _ in }) {
        self.settings = settings
        self.write = write
    }

    // MARK: Inputs

    func setPalette(_ palette: MarketPalette) throws {
        settings.palette = palette
        try write(.palette(palette))
    }

    func setFlashes(_ isOn: Bool) throws {
        settings.flashes = isOn
        try write(.flashes(isOn))
    }

    func setSections(_ isOn: Bool) throws {
        settings.sections = isOn
        try write(.sections(isOn))
    }

    func setUpdateRate(_ rate: UpdateRate) throws {
        settings.updateRate = rate
        try write(.updateRate(rate))
    }
}
