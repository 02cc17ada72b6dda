internal import SwiftProtobuf

extension AccountRequest {
    init(wire: WireAccountRequest) {
        switch wire.action {
        case .listDevices?: self = .listDevices
        case .revokeDevice(let revoke)?: self = .revoke(DeviceID(rawValue: revoke.device))
        case .changePassword(let change)?:
            self = .changePassword(current: change.current, new: change.new, revokesOthers: change.revokeOthers)
        case .deleteAccount(let delete)?: self = .delete(password: delete.password)
        case nil: self = .unknown
        }
    }

    func wire(_ number: UInt32) -> WireAccountRequest {
        .with { wire in
            wire.request = number
            switch self {
            case .listDevices: wire.listDevices = WireListDevices()
            case .revoke(let device): wire.revokeDevice.device = device.rawValue
            case .changePassword(let current, let new, let revokesOthers):
                wire.changePassword = .with { ($0.current, $0.new, $0.revokeOthers) = (current, new, revokesOthers) }
            case .delete(let password): wire.deleteAccount.password = password
            case .unknown: break
            }
        }
    }
}

extension Device {
    static func result(wire: WireAccountAnswer) -> Result<[Device], AccountProblem> {
        let problem = wire.problem.visible
        return problem.isEmpty ? .success(wire.devices.map(Device.init)) : .failure(AccountProblem(problem))
    }

    static func wire(_ result: Result<[Device], AccountProblem>, number: UInt32) -> WireAccountAnswer {
        .with { wire in
            wire.request = number
            switch result {
            case .success(let devices): wire.devices = devices.map(\.wire)
            case .failure(let problem): wire.problem = problem.message
            }
        }
    }

    private init(wire: WireDevice) {
        self.init(
            id: DeviceID(rawValue: wire.id),
            name: wire.name.visible,
            created: MarketTime(wire: wire.createdMs),
            used: MarketTime(wire: wire.usedMs),
            address: wire.address.visible,
            isOwn: wire.own,
            isConnected: wire.connected
        )
    }

    private var wire: WireDevice {
        .with {
            ($0.id, $0.name, $0.createdMs, $0.usedMs) = (id.rawValue, name, created.wire, used.wire)
            ($0.address, $0.own, $0.connected) = (address, isOwn, isConnected)
        }
    }
}
